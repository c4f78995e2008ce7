"""Our games as environments of other libraries."""
