import type { PaneId } from './panes.ts';

/**
 * Sections of panes, each with its own data. A section adds its id beside its declaration:
 * `declare module '…/state/surfaces/sections.ts' { interface SectionSlices { 'debug-load': LoadSlice } }`. The id starts with
 * that of its pane.
 */
// biome-ignore lint/suspicious/noEmptyInterface: sections add to it
export interface SectionSlices {}

export type SectionId = keyof SectionSlices;

/** The visible section of each pane, and the data of sections. */
export interface Sections {
	/** The first section of a pane that is absent here is visible. */
	readonly shown: { readonly [Id in PaneId]?: SectionId };
	/** Absent until the section changes its data. */
	readonly slices: { readonly [Id in SectionId]?: SectionSlices[Id] };
}

export const noSections: Sections = { shown: {}, slices: {} };

/** A section replaces its data, or a pane shows another section. */
export type SectionMessage =
	| { readonly type: 'section'; readonly pane: PaneId; readonly section: SectionId }
	| AnySliceMessage;

interface SliceMessage<Id extends SectionId> {
	readonly type: 'section-slice';
	readonly section: Id;
	readonly slice: SectionSlices[Id];
}

type AnySliceMessage = { readonly [Id in SectionId]: SliceMessage<Id> }[SectionId];

/** Returns the sections after a message. */
export function updateSections(sections: Sections, message: SectionMessage): Sections {
	if (message.type === 'section')
		return { ...sections, shown: { ...sections.shown, [message.pane]: message.section } };
	return { ...sections, slices: { ...sections.slices, [message.section]: message.slice } };
}

/** Functions that read and replace the data of a section. */
export interface SectionData<Slice, Id extends SectionId = SectionId> {
	readonly of: (state: SectionsHolder) => Slice;
	readonly put: <State extends SectionsHolder>(state: State, slice: Slice) => State;
	/** Replaces some fields. */
	readonly change: <State extends SectionsHolder>(state: State, fields: Partial<Slice>) => State;
	/** Returns the message that replaces some fields. */
	readonly message: (state: SectionsHolder, fields: Partial<Slice>) => SliceMessage<Id>;
}

interface SectionsHolder {
	readonly sections: Sections;
}

/** Returns the functions for the data of a section; `initial` is its data before the first change. */
export function sectionData<Id extends SectionId>(
	id: Id,
	initial: SectionSlices[Id],
): SectionData<SectionSlices[Id], Id> {
	const of = ({ sections }: SectionsHolder): SectionSlices[Id] => sections.slices[id] ?? initial;
	const put = <State extends SectionsHolder>(state: State, slice: SectionSlices[Id]): State => ({
		...state,
		sections: { ...state.sections, slices: { ...state.sections.slices, [id]: slice } },
	});
	return {
		of,
		put,
		change: (state, fields) => put(state, { ...of(state), ...fields }),
		message: (state, fields) => ({
			type: 'section-slice',
			section: id,
			slice: { ...of(state), ...fields },
		}),
	};
}
