/** The custom sync on screens: where the company's own system pushes, and what it has pushed. */
export { FormatSection } from './format-section.tsx'
export { PushesSection } from './pushes-section.tsx'
