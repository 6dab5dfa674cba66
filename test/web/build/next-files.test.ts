import { describe, expect, it } from 'vitest'
import { nextFilesOf, pathOf } from '../../../web/page-files.ts'
import { nextFiles } from '../../../web/pages/next-files.ts'

describe('the paths of a page', () => {
  it.each([
    ['_staff/index', '/', '/vendors'],
    ['_staff/vendors/$vendorId/edit', '/vendors/v1/edit', '/vendors/v1'],
    ['_staff/payments/bills/$billId/{-$tab}', '/payments/bills/b1', '/payments/bills'],
    ['_staff/payments/bills/$billId/{-$tab}', '/payments/bills/b1/history', '/payments/bills/b1/history/more'],
    ['_staff/payments/$', '/payments/old/way', '/vendors'],
    ['public/sourcing/$companyId.$categoryId', '/public/sourcing/c1/k1', '/public/sourcing/c1'],
    ['_portal/v/forms/index', '/v/forms', '/v/forms/f1'],
  ])('%s is the page of %s and not of %s', (route, own, other) => {
    const path = new RegExp(pathOf(route))
    expect([path.test(own), path.test(`${own.replace(/\/$/, '')}/`), path.test(other)]).toEqual([true, true, false])
  })
})

const chunk = (fileName: string, more: object = {}) => ({ type: 'chunk', fileName, ...more })
const bundle = Object.fromEntries(
  [
    chunk('main.js', { isEntry: true, imports: ['react.js'] }),
    chunk('react.js'),
    chunk('first.js', { name: 'first' }),
    chunk('routes.js', { name: 'routes', imports: ['react.js'] }),
    chunk('frame.js', { moduleIds: ['/web/routes/_staff.tsx?tsr-split=component'] }),
    chunk('table.js', { imports: ['react.js'], viteMetadata: { importedCss: new Set(['table.css']) } }),
    chunk('bill.js', {
      moduleIds: ['/web/routes/_staff/bills/$billId.tsx?tsr-split=component'],
      imports: ['table.js', 'frame.js'],
    }),
    chunk('bill-data.js', { moduleIds: ['/web/routes/_staff/bills/$billId.tsx?tsr-split=loader'] }),
    chunk('new.js', { moduleIds: ['/web/routes/_staff/bills/new.tsx?tsr-split=component'] }),
    chunk('home.js', { moduleIds: ['/web/routes/_staff/index.tsx?tsr-split=component'] }),
    chunk('portal.js', { moduleIds: ['/web/routes/_portal/v/home.tsx?tsr-split=component'] }),
  ].map((each) => [each.fileName, each]),
)

describe('the files of a page', () => {
  const files = nextFilesOf(bundle)
  it('a page’s files are those that its code and its frame need, in the order of need, with their styles, and none of every page’s', () => {
    expect(nextFiles(files, '/bills/b1', true)).toEqual([
      ...['routes.js', 'frame.js', 'table.js', 'bill.js', 'bill-data.js', 'table.css'],
    ])
  })
  it('a page with the exact path comes before one with an id in its place', () => {
    expect(nextFiles(files, '/bills/new', true)).toEqual(['routes.js', 'frame.js', 'new.js'])
  })
  it('the files of Home have no list of all pages', () => {
    expect(nextFiles(files, '/', true)).toEqual(['frame.js', 'home.js'])
  })
  it('there are none without a session, unless the page is open to everyone, and none of unknown pages', () => {
    expect(nextFiles(files, '/bills/b1', false)).toEqual([])
    expect(nextFiles(files, '/v/home', false)).toEqual(['routes.js', 'portal.js'])
    expect(nextFiles(files, '/nowhere', true)).toEqual([])
  })
})
