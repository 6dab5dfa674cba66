-- What a request is about is kept with its newest run, which has its company and type already. The categories and the
-- currency are the same for many.
ALTER TABLE `request_blocks` ADD `scope` integer;
--> statement-breakpoint
ALTER TABLE `request_blocks` ADD `scope_amount` integer;
--> statement-breakpoint
INSERT INTO request_texts (company_id, id, text)
SELECT n.company_id, (SELECT coalesce(max(m.id), 0) FROM request_texts m WHERE m.company_id = n.company_id)
		+ row_number() OVER (PARTITION BY n.company_id), n.text
  FROM (SELECT DISTINCT company_id, json_object('categoryIds', json(category_ids), 'currency', currency) AS text FROM approval_scopes) n
 WHERE NOT EXISTS (SELECT 1 FROM request_texts t WHERE t.company_id = n.company_id AND t.text = n.text);
--> statement-breakpoint
-- Where nobody had to approve, there is no run yet.
INSERT INTO request_blocks (target_id, run, company_id, target_type, blocks)
SELECT s.target_id, 0, s.company_id,
	CASE s.target_type WHEN 'INTAKE_SUBMISSION' THEN 1 WHEN 'SPEND_REQUEST' THEN 2 WHEN 'BILL' THEN 3 WHEN 'PURCHASE_ORDER' THEN 4 ELSE s.target_type END, '[]'
  FROM approval_scopes s WHERE NOT EXISTS (SELECT 1 FROM request_blocks b WHERE b.target_id = s.target_id);
--> statement-breakpoint
UPDATE request_blocks SET scope_amount = s.amount,
	scope = (SELECT t.id FROM request_texts t WHERE t.company_id = s.company_id
		AND t.text = json_object('categoryIds', json(s.category_ids), 'currency', s.currency))
  FROM approval_scopes s
 WHERE s.company_id = request_blocks.company_id AND s.target_id = request_blocks.target_id
	AND s.target_type = CASE request_blocks.target_type WHEN 1 THEN 'INTAKE_SUBMISSION' WHEN 2 THEN 'SPEND_REQUEST' WHEN 3 THEN 'BILL'
		WHEN 4 THEN 'PURCHASE_ORDER' ELSE request_blocks.target_type END
	AND NOT EXISTS (SELECT 1 FROM request_blocks m WHERE m.target_id = request_blocks.target_id AND m.run > request_blocks.run);
--> statement-breakpoint
DROP TABLE `approval_scopes`;
--> statement-breakpoint
CREATE VIEW `approval_scopes` AS
SELECT b.company_id,
	CASE b.target_type WHEN 1 THEN 'INTAKE_SUBMISSION' WHEN 2 THEN 'SPEND_REQUEST' WHEN 3 THEN 'BILL' WHEN 4 THEN 'PURCHASE_ORDER'
		ELSE b.target_type END AS target_type,
	b.target_id, t.text -> '$.categoryIds' AS category_ids, b.scope_amount AS amount, t.text ->> '$.currency' AS currency
  FROM request_blocks b CROSS JOIN request_texts t ON t.company_id = b.company_id AND t.id = b.scope
 WHERE NOT EXISTS (SELECT 1 FROM request_blocks m WHERE m.target_id = b.target_id AND m.run > b.run AND m.scope IS NOT NULL);
