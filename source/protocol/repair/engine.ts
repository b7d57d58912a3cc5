import { renamed } from './fields.ts';

/** GET /engine/session: the information is under 'settings' in the interface, under 'session' in the field. */
export const repairSession = renamed('session', 'settings');
