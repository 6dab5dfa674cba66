import { crowd } from './company.ts'

const departmentId = crowd.departments[7]?.id ?? ''

/** Pages of the list of members as people ask for them, in turns: what the address says, and what the list is asked. */
export const MEMBER_PAGES = [
  { query: 'enabled=true', input: { first: 20, enabled: true } },
  { query: 'enabled=true&name=easley', input: { first: 20, enabled: true, name: 'easley' } },
  {
    query: 'orderBy[by][]=email&orderBy[dir][]=DESC',
    input: { first: 20, orderBy: { by: ['email'], dir: ['DESC'] } },
  },
  { query: `inDepartmentId=${departmentId}`, input: { first: 20, inDepartmentId: departmentId } },
] satisfies { query: string; input: object }[]
