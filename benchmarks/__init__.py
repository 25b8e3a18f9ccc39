"""Speed against peers, measured in one run and printed as ratios; nothing here decides whether a test passes."""
