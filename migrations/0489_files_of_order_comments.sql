-- What is attached to comments on a purchase order is read by those who read the order.
INSERT OR IGNORE INTO document_links (company_id, document_id, target_type, target_id, created_at, created_by_user_id)
SELECT l.company_id, l.document_id, 'PURCHASE_ORDER', t.target_id, l.created_at, l.created_by_user_id
  FROM threads t
 CROSS JOIN comments c ON c.thread_id = t.id AND c.company_id = t.company_id
 CROSS JOIN document_links l ON l.company_id = c.company_id AND l.target_type = 'OPEN_COMMENT' AND l.target_id = c.id
 WHERE t.target_type = 'PURCHASE_ORDER';
DELETE FROM document_links
 WHERE target_type = 'OPEN_COMMENT' AND target_id IN (
   SELECT c.id FROM threads t CROSS JOIN comments c ON c.thread_id = t.id AND c.company_id = t.company_id
    WHERE t.target_type = 'PURCHASE_ORDER');
