import './proven-domains.ts'
import * as endpoints from '../../../../schema/platform/sign-on/endpoints.ts'
import * as own from '../../../../schema/platform/sign-on/own-endpoints.ts'
import * as required from '../../../../schema/platform/sign-on/required-endpoints.ts'
import * as settings from '../../../../schema/platform/sign-on/settings-endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { begin, readDomainMethods } from './begin.ts'
import { finish } from './finish.ts'
import { begin as beginLinking } from './own/begin-linking.ts'
import { readOwnMethods } from './own/list.ts'
import { readOfMember, unlinkTheirs } from './own/of-member.ts'
import { unlink } from './own/unlink.ts'
import { readRequired, saveRequired } from './required.ts'
import { readOktaSaml, saveOktaSaml } from './saml/settings.ts'
import { checkOneDomain, readOkta, saveOkta } from './settings.ts'
import { beginTest } from './test-sign-in.ts'
import { saveMethods } from './usable-methods.ts'

export const signOnDoors = [
  door(endpoints.listDomainMethods, readDomainMethods),
  door(endpoints.beginSignOn, begin),
  door(endpoints.finishSignOn, finish),
  door(own.getOwnMethods, readOwnMethods),
  door(own.beginLinking, beginLinking),
  door(own.unlinkMethod, unlink),
  door(own.getMemberMethods, readOfMember),
  door(own.unlinkOfMember, unlinkTheirs),
  door(settings.getOktaConfiguration, readOkta),
  door(settings.saveOktaConfiguration, saveOkta),
  door(settings.getOktaSamlConfiguration, readOktaSaml),
  door(settings.saveOktaSamlConfiguration, saveOktaSaml),
  door(settings.checkLoginDomain, checkOneDomain),
  door(settings.saveLoginMethods, saveMethods),
  door(required.getRequiredLogin, readRequired),
  door(required.saveRequiredLogin, saveRequired),
  door(required.beginSignOnTest, beginTest),
]
