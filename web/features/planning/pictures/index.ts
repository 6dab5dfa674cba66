/**
 * Home as a picture: small charts of what the person may see, each of which opens its list.
 */
export { loadPictures } from './late.ts'
