import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { indexesOf, usedBy } from '../../../worker/local/tools/index-use/used.ts'

const database = new DatabaseSync(':memory:')
database.exec(`
  CREATE TABLE books (id TEXT PRIMARY KEY, shelf TEXT, title TEXT, loans INTEGER);
  CREATE INDEX by_shelf ON books (shelf, title);
  CREATE INDEX by_title ON books (title);
  CREATE UNIQUE INDEX one_of_a_title ON books (shelf, title) WHERE loans > 9;
  CREATE TABLE loans (book TEXT, person TEXT);
  CREATE INDEX loans_of_book ON loans (book);
  CREATE INDEX loans_of_person ON loans (person);
  CREATE TRIGGER lost AFTER DELETE ON books BEGIN DELETE FROM loans WHERE book = old.id; END;
`)
const indexes = indexesOf(database)
const used = (sql: string) => usedBy(database, indexes, sql)

describe('the indexes that a statement uses', () => {
  it('they are those by which it finds rows, or reads them in order', () => {
    expect(used('SELECT loans FROM books WHERE shelf = ?')).toEqual(['by_shelf'])
    expect(used('SELECT loans FROM books ORDER BY title LIMIT 1')).toEqual(['by_title'])
    expect(used('SELECT loans FROM books WHERE id = ?')).toEqual([])
  })

  it('an index that is only kept up to date isn’t used, one that refuses a second row is', () => {
    expect(used('INSERT INTO books VALUES (?, ?, ?, ?)')).toEqual(['one_of_a_title'])
    expect(used('INSERT INTO loans VALUES (?, ?)')).toEqual([])
  })

  it('those of triggers are among them', () => {
    expect(used('DELETE FROM books WHERE id = ?')).toEqual(['loans_of_book'])
  })

  it('a text that isn’t a statement of this database has no answer', () => {
    expect(used('SELECT nothing FROM nowhere')).toBeNull()
  })
})
