import { stringifyExact } from '../../../../../protocol/exact-json.ts';
import type { CircuitSlots } from '../../../../../protocol/resources/debug.ts';
import { notSampled, type Sampled } from '../../../../../state/connection/sampled.ts';
import { takeRows } from '../../../../../state/list/list.ts';
import { MARK_MS, type Observed, observe } from '../../../../../state/list/observed.ts';
import { noRows, type RowKind, type Rows } from '../../../../../state/list/rows.ts';
import { sectionData } from '../../../../../state/surfaces/sections.ts';
import { slotText } from './slot-text.ts';
import { numberOf, valueText } from './value-text.ts';

/** The parts of the list, one for each endpoint, in their order. */
export const engineParts = ['slots', 'session', 'settings'] as const;
export type EnginePartName = (typeof engineParts)[number];

/** A counter or setting of the engine, or a circuit slot. */
export interface EngineValue {
	readonly part: EnginePartName;
	/** Untrusted. */
	readonly name: string;
	/** Sanitized, with its unit. */
	readonly text: string;
	/** As reported: JSON. */
	readonly exact: string;
	/** Undefined for values that are no numbers. */
	readonly number: number | undefined;
	/** Difference to the sample before; undefined if there is none. */
	readonly difference: number | undefined;
}

/** The values of an endpoint. */
interface EnginePart extends Sampled {
	readonly list: readonly Observed<EngineValue>[];
}

/** The engine of the service: slots, counters and settings. */
export interface EngineSlice {
	/** Number of hops of the session. */
	readonly hop: number;
	readonly parts: Readonly<Record<EnginePartName, EnginePart>>;
	/** Values of all parts. */
	readonly rows: Rows<Observed<EngineValue>>;
}

declare module '../../../../../state/surfaces/sections.ts' {
	interface SectionSlices {
		'debug-engine': EngineSlice;
	}
}

const noPart: EnginePart = { ...notSampled, list: [] };

export const engine = sectionData('debug-engine', {
	hop: 0,
	parts: { slots: noPart, session: noPart, settings: noPart },
	rows: noRows,
});

/** Counters change with each sample, so their marks last for one. */
const markMs: Readonly<Record<EnginePartName, number>> = { slots: MARK_MS, session: 0, settings: MARK_MS };

/** A value of an answer. */
type ReportedValue = Pick<EngineValue, 'name' | 'text' | 'exact' | 'number'>;

/** Returns counters or settings of an answer. */
export function valuesOf(reported: Readonly<Record<string, unknown>>): readonly ReportedValue[] {
	return Object.entries(reported).map(([name, value]) => ({
		name,
		text: valueText(name, value),
		exact: stringifyExact(value),
		number: numberOf(value),
	}));
}

/** Returns the values of slots. */
export function valuesOfSlots(slots: readonly CircuitSlots[]): readonly ReportedValue[] {
	return slots.map((slot, index) => ({
		name: `slot ${index + 1}`,
		text: slotText(slot),
		exact: stringifyExact(slot),
		number: undefined,
	}));
}

/** Returns the slice after an answer of a part. `at`: its arrival, Unix ms. */
export function takePart(
	slice: EngineSlice,
	part: EnginePartName,
	values: readonly ReportedValue[],
	at: number,
	kind: RowKind<Observed<EngineValue>>,
): EngineSlice {
	const before = slice.parts[part];
	const numbers = new Map(before.list.map(({ item: { name, number } }) => [name, number]));
	const items = values.map((value): EngineValue => {
		const known = numbers.get(value.name);
		const difference =
			known === undefined || value.number === undefined || known === value.number
				? undefined
				: value.number - known;
		return { ...value, part, difference };
	});
	const list = observe(before.at === undefined ? undefined : before.list, items, at, {
		identify: ({ name }) => `${part} ${name}`,
		stateOf: ({ exact }) => exact,
		markMs: markMs[part],
	});
	return withPart(slice, part, { at, failure: undefined, list }, kind);
}

/** Returns the slice with another part. */
export function withPart(
	slice: EngineSlice,
	part: EnginePartName,
	content: EnginePart,
	kind: RowKind<Observed<EngineValue>>,
): EngineSlice {
	const parts = { ...slice.parts, [part]: content };
	const list = engineParts.flatMap((name) => parts[name].list);
	return { ...slice, parts, rows: takeRows(kind, slice.rows, list).slice };
}

/** Returns the slice with another session. Its values are not those of the session before. */
export function withHop(slice: EngineSlice, hop: number, kind: RowKind<Observed<EngineValue>>): EngineSlice {
	const withoutSession = withPart(slice, 'session', noPart, kind);
	return { ...withPart(withoutSession, 'settings', noPart, kind), hop };
}
