import * as endpoints from '../../../../schema/platform/configuration/endpoints.ts'
import { fileDisposition } from '../../../core/sent/texts.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { compareConfiguration, listImports, readBefore, readImport, startImport, undoImport } from './imports.ts'
import { exportConfiguration } from './operations.ts'

const yamlResponse = ({ fileName, text }: { fileName: string; text: string }): Response =>
  new Response(text, {
    headers: {
      'Content-Type': 'application/yaml; charset=utf-8',
      'Content-Disposition': fileDisposition('attachment', fileName),
      'Cache-Control': 'no-store',
    },
  })

export const configurationDoors: Door[] = [
  rawDoor(endpoints.exportConfiguration, exportConfiguration, yamlResponse),
  door(endpoints.compareConfiguration, compareConfiguration),
  door(endpoints.startConfigurationImport, startImport),
  door(endpoints.listConfigurationImports, listImports),
  door(endpoints.getConfigurationImport, readImport),
  rawDoor(endpoints.getConfigurationBefore, readBefore, yamlResponse),
  door(endpoints.undoConfigurationImport, undoImport),
]
