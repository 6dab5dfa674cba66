-- A request that is filed at once has its documents linked before its own row exists, so the owners of its category
-- did not find them in the list of documents.
CREATE TRIGGER `intake_submissions_readers_added` AFTER INSERT ON `intake_submissions` WHEN new.is_draft = 0 BEGIN
	INSERT INTO document_readers (company_id, reader, document_id, created_at, name_key, is_archived)
	SELECT DISTINCT d.company_id, new.intake_category_id, d.id, d.created_at, lower(d.display_name), d.archived_at IS NOT NULL
	  FROM document_links l CROSS JOIN documents d ON d.id = l.document_id
	 WHERE l.company_id = new.company_id AND l.target_type = 'INTAKE_SUBMISSION' AND l.target_id = new.id
	   AND d.deleted_at IS NULL AND d.temporary_since IS NULL AND NOT EXISTS (SELECT 1 FROM document_readers r
		WHERE r.company_id = new.company_id AND r.reader = new.intake_category_id AND r.document_id = d.id);
END;
INSERT INTO document_readers (company_id, reader, document_id, created_at, name_key, is_archived)
SELECT DISTINCT d.company_id, s.intake_category_id, d.id, d.created_at, lower(d.display_name), d.archived_at IS NOT NULL
  FROM document_links l CROSS JOIN intake_submissions s ON s.id = l.target_id AND s.is_draft = 0
 CROSS JOIN documents d ON d.id = l.document_id
 WHERE l.target_type = 'INTAKE_SUBMISSION' AND d.deleted_at IS NULL AND d.temporary_since IS NULL AND NOT EXISTS (
	SELECT 1 FROM document_readers r
	 WHERE r.company_id = d.company_id AND r.reader = s.intake_category_id AND r.document_id = d.id);
