"""The files of `deploy/`: what can be checked without a cluster."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ray = pytest.importorskip("ray", reason="Ray is not installed")
yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
DEPLOY = Path(__file__).parents[2] / "deploy"
PINNED = next(
    line.removeprefix("ray==")
    for line in (DEPLOY.parent / "constraints.txt").read_text().splitlines()
    if line.startswith("ray==")
)


def test_the_cluster_file_has_the_form_that_ray_asks_for() -> None:
    import jsonschema

    schema = json.loads((Path(ray.__file__).parent / "autoscaler" / "ray-schema.json").read_text())
    cluster = yaml.safe_load((DEPLOY / "cluster.yaml").read_text())
    jsonschema.validate(cluster, schema)
    assert len(cluster["provider"]["worker_ips"]) == cluster["max_workers"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**cluster, "cluster_name": None}, schema)


def test_the_manifest_and_the_image_name_the_pinned_ray() -> None:
    manifest = yaml.safe_load((DEPLOY / "kuberay.yaml").read_text())
    assert (manifest["apiVersion"], manifest["kind"]) == ("ray.io/v1", "RayCluster")
    spec = manifest["spec"]
    assert spec["rayVersion"] == PINNED
    for group in (spec["headGroupSpec"], *spec["workerGroupSpecs"]):
        [container] = group["template"]["spec"]["containers"]
        assert container["resources"]["requests"] == container["resources"]["limits"]
        assert all(isinstance(value, str) for value in group["rayStartParams"].values())
    assert f"FROM rayproject/ray:{PINNED}-py311" in (DEPLOY / "Dockerfile").read_text()
