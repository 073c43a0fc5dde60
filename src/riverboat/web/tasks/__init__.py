"""Long work of the browser application: jobs (`jobs.py`), the process of one (`worker.py`), what each kind does.

A kind of job is a function `run(params, folder, report)` in a module of its own: matches (with their standings), solves
of spots, equities, imports of hands, reviews, reproductions.
"""
