import { renamed } from './fields.ts';

/** GET /engine/session: the information is in 'settings' in the interface, in 'session' in the field. */
export const repairSession = renamed('session', 'settings');
