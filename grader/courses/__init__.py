"""Course systems: rosters, feedback, uploads, comparison of texts, clusters. The core imports none of them."""
