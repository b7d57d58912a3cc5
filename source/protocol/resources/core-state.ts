import Type from 'typebox';

/** The state of the core (interface, parts 2 and 3): STARTING, UPGRADING, STARTED or EXCEPTION. */
export const CoreState = Type.Object({
	state: Type.String(),
	last_exception: Type.Union([Type.String(), Type.Null()], { default: null }),
	readable_state: Type.String({ default: '' }),
	/** Names of the extensions that the service has (protocol/extensions.ts). Absent in services without extensions. */
	extensions: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
});
export type CoreState = Type.Static<typeof CoreState>;
