-- Merging vendors and undoing an import ask which bidders are linked to a vendor.
CREATE INDEX `sourcing_bidders_vendor` ON `sourcing_bidders` (`company_id`, `vendor_id`, `id`) WHERE vendor_id IS NOT NULL;
