import { resolve } from 'node:path';
import { readRate } from '../../format/read-rate.ts';
import { readRatioLimit, readTimeLimit } from '../../format/seeding-limit.ts';
import type { OptionDeclaration } from '../declaration/declaration.ts';
import { usage } from '../declaration/failure.ts';
import { parsed, text } from '../declaration/options.ts';

/** Refusals of limits. */
export const limitOptionText = {
	ratio: "--ratio is a number such as 1.5, 'none', or 'inherit'.",
	rate: (flag: string) => `${flag} is a rate such as 500K or 2M, or 'none'.`,
	time: "--time is a duration such as 90m, 12h or 7d, 'none', or 'inherit'.",
} as const;

/** Declares an option with a limit. `undefined` of the parser is a usage error. */
export function limitOption<Value>(
	option: OptionDeclaration<string | undefined>,
	parse: (text: string) => Value | undefined,
	refusal: string,
): OptionDeclaration<Value | undefined> {
	const read = parsed((given) => {
		const value = parse(given);
		if (value === undefined) throw usage(refusal);
		return value;
	});
	return { ...option, read };
}

/** Options of limits of seeding. Null is inherited, 0 is no limit. */
export const seedingOptions = {
	ratio: limitOption(
		text('--ratio <number>', "end seeding at this ratio; 'none' or 'inherit'"),
		readRatioLimit,
		limitOptionText.ratio,
	),
	time: limitOption(
		text('--time <duration>', "end seeding after this time: 90m, 12h, 7d; 'none' or 'inherit'"),
		readTimeLimit,
		limitOptionText.time,
	),
};

/** Declares an option with a rate, bytes per second; 0 is no limit. A bare number is KiB. */
function rateOption(flag: string, description: string): OptionDeclaration<number | undefined> {
	return limitOption(text(`${flag} <rate>`, description), readRate, limitOptionText.rate(flag));
}

/** Options of the properties of a label. */
export const propertyOptions = {
	destination: text('--destination <folder>', "folder for its new downloads; '' for the usual one", {
		completes: 'folder',
	}),
	down: rateOption('--down', 'download limit of each of its downloads: 500K, 2M or none'),
	up: rateOption('--up', 'upload limit of each of its downloads: 500K, 2M or none'),
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
		...(down === undefined ? {} : { max_download_speed: down }),
		...(up === undefined ? {} : { max_upload_speed: up }),
		...(ratio === undefined ? {} : { seeding_ratio: ratio }),
		...(time === undefined ? {} : { seeding_minutes: time }),
	};
}
