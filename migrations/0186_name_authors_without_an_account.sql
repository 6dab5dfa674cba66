-- Comments of people who have only the link of a form.
ALTER TABLE `comments` ADD COLUMN `author_name` text;
ALTER TABLE `comments` ADD COLUMN `author_email` text;
