/** What pages of other areas load when it is shown. */

export const loadPictures = () => import('./pictures.tsx')
