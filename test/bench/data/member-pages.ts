import { crowd } from './company.ts'

const departmentId = crowd.departments[7]?.id ?? ''

interface MemberPage {
  query: string
  input: object
  /** Of a search by a part of the name: names are walked in order until the page is full, here one in ten matches. */
  mostRows?: number
}

/** Pages of the list of members as people ask for them, in turns: what the address says, and what the list is asked. */
export const MEMBER_PAGES: MemberPage[] = [
  { query: 'enabled=true', input: { first: 20, enabled: true } },
  { query: 'enabled=true&name=easley', input: { first: 20, enabled: true, name: 'easley' }, mostRows: 400 },
  {
    query: 'orderBy[by][]=email&orderBy[dir][]=DESC',
    input: { first: 20, orderBy: { by: ['email'], dir: ['DESC'] } },
  },
  { query: `inDepartmentId=${departmentId}`, input: { first: 20, inDepartmentId: departmentId } },
]
