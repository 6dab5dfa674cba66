-- Those that no one ever filed are found by their age.
CREATE INDEX `proposed_vendors_unsettled` ON `proposed_vendors` (`created_at`) WHERE settled_at IS NULL;
