import Type from 'typebox';

/** Fields of a list of our own service: its revision, and the keys of what was removed since the requested one. */
export const ListChanges = Type.Object({
	revision: Type.Optional(Type.String()),
	/** Absent in a whole list. */
	removed: Type.Optional(Type.Array(Type.String())),
});
