/** The report of bills' lines: where each amount is booked, with a file. Invariant: the file has the filters shown. */
export { BillLinesPage } from './bill-lines-page.tsx'
export { billLinesSearch } from './search.ts'
