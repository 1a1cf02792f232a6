"""`slowpath bench rewrites`: is nothing wrong ever shown, and how much faster do programs become?"""
