"""The steps of the schema, oldest first. A step that was released is never changed."""
