import { MODULES, type Module } from '../../../../schema/platform/company/modules.ts'

/** "7 of 13 on" */
export const modulesText = (company: Record<Module, boolean>): string =>
  `${MODULES.filter((module) => company[module]).length} of ${MODULES.length} on`
