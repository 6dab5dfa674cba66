/** Pages of the list of members as people ask for them, in turns: what the address says, and what the list is asked. */
export const MEMBER_PAGES = [
  { query: 'enabled=true', input: { first: 20, enabled: true } },
  { query: 'enabled=true&name=easley', input: { first: 20, enabled: true, name: 'easley' } },
  {
    query: 'orderBy[by][]=email&orderBy[dir][]=DESC',
    input: { first: 20, orderBy: { by: ['email'], dir: ['DESC'] } },
  },
  {
    query: 'inDepartmentId=crowdd0000000000000000000007',
    input: { first: 20, inDepartmentId: 'crowdd0000000000000000000007' },
  },
] satisfies { query: string; input: object }[]
