-- What is attached to an object is read from this index alone; without the document's id the planner went over all links
-- of the company.
DROP INDEX `document_links_target`;
CREATE INDEX `document_links_target` ON `document_links` (`company_id`,`target_type`,`target_id`,`document_id`);
