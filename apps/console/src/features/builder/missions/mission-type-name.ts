import { MISSION_TYPES } from '@solstice/rules/missions/registry'
import type { MissionType } from '@solstice/rules/missions/registry'
import { findTextOf } from '#/lib/i18n.ts'

/** The texts are keyed by the types, so that a new type needs only a text here. */
export const missionTypeName = (type: string) =>
  findTextOf('builderParts', `missions.types.${type}`) ?? type

/** Returns the type of a mission; undefined if the plan names none that exists. */
export const knownType = (type: unknown): MissionType | undefined =>
  MISSION_TYPES.find((each) => each === type)
