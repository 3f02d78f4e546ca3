"""What an archive's rows mean: how work is cut, when a tape is done, what is left, what it costs."""
