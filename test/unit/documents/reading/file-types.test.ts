import { describe, expect, it } from 'vitest'
import { refusedFilesMessage } from '../../../../schema/documents/documents/uploads.ts'

describe('choosing a file', () => {
  it.each([
    [['quote.pdf'], null],
    [['quote.PDF', 'plan.docx', 'old.doc', 'talk.pptx', 'sums.xlsx', 'a.jpg', 'b.jpeg', 'c.png'], null],
    [['rows.csv'], 'File type is not allowed.'],
    [['quote'], 'File type is not allowed.'],
    [['quote.pdf.exe'], 'File type is not allowed.'],
    [['quote.pdf', 'rows.csv'], 'One of the files is not allowed.'],
    [['a.exe', 'quote.pdf', 'b.svg'], '2 of the files are not allowed.'],
    [['a.exe', 'b.svg', 'c.csv'], '3 of the files are not allowed.'],
  ])('choosing %j says: %s', (names, problem) => {
    expect(refusedFilesMessage(names)).toBe(problem)
  })
})
