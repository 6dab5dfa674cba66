-- The words of the search, with how many entries have each. A beginning is looked up here, because the index would read all entries with it.
CREATE VIRTUAL TABLE `search_index_words` USING fts5vocab('search_index', 'row');
