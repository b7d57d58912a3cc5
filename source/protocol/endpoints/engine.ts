import Type from 'typebox';
import { endpointsOf } from '../endpoint.ts';
import { renamed } from '../repair/fields.ts';
import { integer } from './fields.ts';

/** GET /engine/session: the information is in 'settings' in the interface, in 'session' in the field. */
const repairSession = renamed('session', 'settings');

const query = Type.Object({
	hop: integer(0, 'hops of the session'),
});
const response = Type.Object({
	hop: Type.Optional(Type.Integer()),
	/** Names and values are the engine's own. If the session does not exist, services answer {}. */
	settings: Type.Record(Type.String(), Type.Unknown(), { default: {} }),
});

const endpoint = endpointsOf({ resource: 'session', generations: 'AB' });

/** Interface, part 4.5. Services replace 'engine' in the path by their engine's name, a setting of the client. */
export const engine = {
	getSession: endpoint('GET', '/engine/session', {
		summary: "Read the engine's session information.",
		query,
		response,
		repair: repairSession,
	}),
	getSettings: endpoint('GET', '/engine/settings', {
		summary: "Read the engine's session settings.",
		query,
		response,
	}),
} as const;
