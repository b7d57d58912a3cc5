import { bytes } from '../format/bytes.ts';
import { readRate } from '../format/read-rate.ts';
import { timeText } from '../format/read-schedule.ts';

/** How the values of a setting are shown, typed and parsed. */
export interface SettingKind {
	/** Returns a value as people read it; undefined for a value of another kind. */
	readonly show: (value: unknown) => string | undefined;
	/** Returns a value as `read` parses it; '' for a value of another kind. */
	readonly typed: (value: unknown) => string;
	/** Parses a typed value; undefined if it is invalid. */
	readonly read: (text: string) => unknown;
	/** The accepted texts, as a sentence. */
	readonly accepts: string;
	/** All values as they are typed, if there are few. */
	readonly choices?: readonly string[];
}

export const settingKindText = {
	noLimit: 'no limit',
	none: 'none',
	everyDay: 'every day',
	rate: "A rate such as 500K, 2M or 1.5M, or 'none'. A bare number is KiB per second.",
	clock: 'A time of day such as 08:00 or 23:30.',
	days: "Days such as 'mon-fri', 'sat sun' or 'every day'.",
	one: (choices: readonly string[]) => `One of ${choices.join(', ')}.`,
	whole: 'A whole number.',
	between: (from: number, to: number) => `A whole number from ${from} to ${to}.`,
	number: 'A number.',
	text: 'A text.',
	json: 'A value as JSON.',
} as const;

const KiB = 1024;
const MiB = KiB * KiB;

/** A limit in bytes per second; 0 for none. */
export const rateKind: SettingKind = {
	show: (value) => {
		if (!isCount(value)) return undefined;
		return value === 0 ? settingKindText.noLimit : `${bytes(value)}/s`;
	},
	typed: (value) => (isCount(value) ? typedRate(value) : ''),
	read: readRate,
	accepts: settingKindText.rate,
};

/** Returns a rate without loss: '2M', '500K', '50001B'. */
function typedRate(rate: number): string {
	if (rate === 0) return settingKindText.none;
	if (rate % MiB === 0) return `${rate / MiB}M`;
	return rate % KiB === 0 ? `${rate / KiB}K` : `${rate}B`;
}

/** Minutes after midnight. */
export const clockKind: SettingKind = {
	show: (value) => (isCount(value) ? timeText(value) : undefined),
	typed: (value) => (isCount(value) ? timeText(value) : ''),
	read: (text) => {
		const [, hours, minutes = '0'] = /^(\d{1,2})(?::(\d{2}))?$/.exec(text.trim()) ?? [];
		if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
		return Number(hours) * 60 + Number(minutes);
	},
	accepts: settingKindText.clock,
};

const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Days of the week, 0 for Monday. */
export const daysKind: SettingKind = {
	show: (value) => (isDays(value) ? daysText(value) : undefined),
	typed: (value) => (isDays(value) ? daysText(value) : ''),
	read: readDays,
	accepts: settingKindText.days,
};

function isDays(value: unknown): value is readonly number[] {
	return Array.isArray(value) && value.every((day) => isCount(day) && day < dayNames.length);
}

/** Returns 'mon-fri', 'mon-wed sat', 'every day' or 'none'. */
function daysText(days: readonly number[]): string {
	const chosen = dayNames.map((_, day) => days.includes(day));
	if (chosen.every(Boolean)) return settingKindText.everyDay;
	const parts: string[] = [];
	for (let day = 0; day < chosen.length; day++) {
		if (!chosen[day]) continue;
		let last = day;
		while (chosen[last + 1]) last++;
		const [from = '', to = ''] = [dayNames[day], dayNames[last]];
		if (last - day >= 2) parts.push(`${from}-${to}`);
		else parts.push(...dayNames.slice(day, last + 1));
		day = last;
	}
	return parts.join(' ') || settingKindText.none;
}

function readDays(text: string): number[] | undefined {
	const typed = text.trim().toLowerCase();
	if (typed === settingKindText.none) return [];
	if (typed === settingKindText.everyDay || typed === 'all') return dayNames.map((_, day) => day);
	const days = new Set<number>();
	for (const part of typed.split(/[\s,]+/).filter((each) => each !== '')) {
		const [from = -1, to = from, ...more] = part.split('-').map(dayOf);
		if (from < 0 || to < 0 || more.length > 0) return undefined;
		// 'sat-mon' is a range over the end of the week.
		for (let day = from; ; day = (day + 1) % dayNames.length) {
			days.add(day);
			if (day === to) break;
		}
	}
	return days.size === 0 ? undefined : [...days].sort((one, other) => one - other);
}

/** Returns the day of a name or of its first three letters; -1 for none. */
function dayOf(name: string): number {
	const full = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
	return name.length < 3 ? -1 : full.findIndex((day) => day.startsWith(name));
}

/** One of a few words. */
export function choiceKind(choices: readonly string[]): SettingKind {
	return {
		show: (value) => (typeof value === 'string' ? value : undefined),
		typed: (value) => (typeof value === 'string' ? value : ''),
		read: (text) => choices.find((choice) => choice === text.trim().toLowerCase()),
		accepts: settingKindText.one(choices),
		choices,
	};
}

const switchChoices = ['on', 'off'] as const;

/** On or off. */
export const switchKind: SettingKind = {
	show: (value) => (typeof value === 'boolean' ? switchText(value) : undefined),
	typed: (value) => (typeof value === 'boolean' ? switchText(value) : ''),
	read: (text) => {
		const typed = text.trim().toLowerCase();
		if (/^(on|yes|true)$/.test(typed)) return true;
		return /^(off|no|false)$/.test(typed) ? false : undefined;
	},
	accepts: settingKindText.one(switchChoices),
	choices: switchChoices,
};

function switchText(value: boolean): string {
	return value ? 'on' : 'off';
}

interface Range {
	readonly minimum?: number | undefined;
	readonly maximum?: number | undefined;
	/** Text of the value 0, if it has a meaning of its own. */
	readonly zero?: string;
}

/** A whole number. */
export function wholeKind({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER, zero }: Range = {}): SettingKind {
	return {
		...numberKind({ minimum, maximum, ...(zero === undefined ? {} : { zero }) }),
		read: (text) => {
			const typed = text.trim();
			if (zero !== undefined && isZero(typed, zero)) return 0;
			if (!/^-?\d{1,16}$/.test(typed)) return undefined;
			const value = Number(typed);
			return value >= minimum && value <= maximum ? value : undefined;
		},
		accepts:
			maximum === Number.MAX_SAFE_INTEGER ? settingKindText.whole : settingKindText.between(minimum, maximum),
	};
}

/** A number. */
export function numberKind({
	minimum = Number.NEGATIVE_INFINITY,
	maximum = Number.MAX_VALUE,
	zero,
}: Range = {}): SettingKind {
	return {
		show: (value) => {
			if (typeof value !== 'number') return undefined;
			return value === 0 && zero !== undefined ? zero : String(value);
		},
		typed: (value) => (typeof value === 'number' ? String(value) : ''),
		read: (text) => {
			const typed = text.trim().replace(',', '.');
			if (zero !== undefined && isZero(typed, zero)) return 0;
			if (!/^-?\d{1,15}(\.\d{1,9})?$/.test(typed)) return undefined;
			const value = Number(typed);
			return value >= minimum && value <= maximum ? value : undefined;
		},
		accepts: settingKindText.number,
	};
}

function isZero(typed: string, zero: string): boolean {
	return [zero, settingKindText.none].includes(typed.toLowerCase());
}

/** A text. */
export const textKind: SettingKind = {
	show: (value) => (typeof value === 'string' ? value || settingKindText.none : undefined),
	typed: (value) => (typeof value === 'string' ? value : ''),
	read: (text) => text,
	accepts: settingKindText.text,
};

/** Any value, as JSON. */
export const jsonKind: SettingKind = {
	show: (value) => (value === undefined ? undefined : JSON.stringify(value)),
	typed: (value) => (value === undefined ? '' : JSON.stringify(value)),
	read: (text) => {
		try {
			return JSON.parse(text) as unknown;
		} catch {
			return undefined;
		}
	},
	accepts: settingKindText.json,
};

function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
