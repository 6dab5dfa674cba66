-- The forms that have a question with choices, by the question's id alone, which is all that a program sends.
CREATE TABLE `form_questions` (
	`question_id` text NOT NULL,
	`intake_category_id` text NOT NULL,
	`company_id` text NOT NULL,
	PRIMARY KEY(`question_id`, `intake_category_id`)
);
INSERT OR IGNORE INTO form_questions (question_id, intake_category_id, company_id)
SELECT q.value ->> 'id', c.id, c.company_id
  FROM intake_categories c
  JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version,
       json_each(f.definition, '$.steps') s, json_each(s.value, '$.questions') q
 WHERE json_array_length(q.value, '$.options') > 0;
