/** The areas of the app by the beginnings of their paths. The folders in `routes/` have the same names. */
export const AREAS: readonly [name: string, path: RegExp][] = [
  ['requests', /^\/(intake-requests?|sourcing)(\/|$)/],
  ['vendors', /^\/vendors(\/|$)|^\/vendor-forms(\/|$)/],
  ['services', /^\/(services|reports)(\/|$)/],
  ['documents', /^\/documents(\/|$)/],
  [
    'configuration',
    /^\/settings\/((vendor-)?intake-categories|sourcing(-categories)?|vendor-management|manage-approver-matrix|spend-requests)(\/|$)/,
  ],
  ['settings', /^\/(settings|user|super-admin)(\/|$)/],
  ['outside', /^\/(v|public)(\/|$)/],
]

export const areaOf = (path: string): string | undefined => AREAS.find(([, begins]) => begins.test(path))?.[0]

/** Pages that anyone can open. */
const isOpen = (path: string): boolean => /^\/(login|login-with-token)$/.test(path) || areaOf(path) === 'outside'

/** The build files, by name, that a page's first view needs besides those of every page. */
export const filesOf = (path: string): string[] => {
  if (path === '/v/login' || /^\/(login|login-with-token)$/.test(path)) return []
  if (path === '/') return ['frame']
  const area = areaOf(path)
  return ['routes', 'frame', ...(area ? ['common', area] : [])]
}

/** Without a session such a page leads to the login page, which needs none of its files. */
export const needsSession = (path: string): boolean => !isOpen(path)
