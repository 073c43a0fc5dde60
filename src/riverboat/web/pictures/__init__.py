"""Pictures of the table with their truth, for `riverboat.vision` to learn from and to be measured on."""
