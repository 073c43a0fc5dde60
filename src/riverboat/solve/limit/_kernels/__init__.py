"""Lane kernels of limit hold'em: reach down a street, all ends of a river board in sorted sweeps, values back up."""
