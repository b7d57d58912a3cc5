import { resolve } from 'node:path';
import { readRatioLimit, readTimeLimit } from '../../format/seeding-limit.ts';
import type { OptionDeclaration } from '../declaration/declaration.ts';
import { integer, text } from '../declaration/options.ts';
import { usage } from '../output/failure.ts';

const KiB = 1024;
const most = { maximum: Math.floor(Number.MAX_SAFE_INTEGER / KiB) };

/** Refusals of limits of seeding. */
export const seedingOptionText = {
	ratio: "--ratio is a number such as 1.5, 'none', or 'inherit'.",
	time: "--time is a duration such as 90m, 12h or 7d, 'none', or 'inherit'.",
} as const;

/** Declares an option with a parsed text. `undefined` of the parser is a usage error. */
function parsed<Value>(
	option: OptionDeclaration<string | undefined>,
	parse: (text: string) => Value | undefined,
	refusal: string,
): OptionDeclaration<Value | undefined> {
	return {
		...option,
		read: (raw) => {
			const given = option.read(raw);
			if (given === undefined) return undefined;
			const value = parse(given);
			if (value === undefined) throw usage(refusal);
			return value;
		},
	};
}

/** Options of limits of seeding. Null is inherited, 0 is no limit. */
export const seedingOptions = {
	ratio: parsed(
		text('--ratio <number>', "end seeding at this ratio; 'none' or 'inherit'"),
		readRatioLimit,
		seedingOptionText.ratio,
	),
	time: parsed(
		text('--time <duration>', "end seeding after this time: 90m, 12h, 7d; 'none' or 'inherit'"),
		readTimeLimit,
		seedingOptionText.time,
	),
};

/** Options of the properties of a label. */
export const propertyOptions = {
	destination: text('--destination <folder>', "folder for its new downloads; '' for the usual one", {
		completes: 'folder',
	}),
	down: integer('--down <KiB/s>', 'download limit of each of its downloads; 0 for none', most),
	up: integer('--up <KiB/s>', 'upload limit of each of its downloads; 0 for none', most),
	...seedingOptions,
};

interface Properties {
	readonly destination: string | undefined;
	readonly down: number | undefined;
	readonly up: number | undefined;
	readonly ratio: number | null | undefined;
	readonly time: number | null | undefined;
}

/** Returns the fields of a request. Omitted options are omitted. */
export function propertiesOf({ destination, down, up, ratio, time }: Partial<Properties>) {
	return {
		...(destination === undefined ? {} : { destination: destination === '' ? '' : resolve(destination) }),
		...(down === undefined ? {} : { max_download_speed: down * KiB }),
		...(up === undefined ? {} : { max_upload_speed: up * KiB }),
		...(ratio === undefined ? {} : { seeding_ratio: ratio }),
		...(time === undefined ? {} : { seeding_minutes: time }),
	};
}
