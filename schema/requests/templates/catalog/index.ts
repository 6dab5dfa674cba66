import type { CategoryTemplate } from '../template.ts'
import { contractors } from './contractors.ts'
import { events } from './events.ts'
import { hardware } from './hardware.ts'
import { marketing } from './marketing.ts'
import { services } from './services.ts'
import { software } from './software.ts'

/** Every template, in the order in which they are offered. */
export const CATEGORY_TEMPLATES: readonly CategoryTemplate[] = [
  software,
  hardware,
  services,
  marketing,
  events,
  contractors,
]
