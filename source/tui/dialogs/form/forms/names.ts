/** Lengths that the service accepts, characters. */
const MAX_NAME_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 2_000;

const namingText = {
	noName: 'type one',
	tooLong: (most: number) => `at most ${most} characters`,
} as const;

/** Returns why a name is not accepted; undefined if it is. */
export function nameFault(name: string): string | undefined {
	if (name === '') return namingText.noName;
	return [...name].length > MAX_NAME_LENGTH ? namingText.tooLong(MAX_NAME_LENGTH) : undefined;
}

/** Returns why a description is not accepted; undefined if it is. */
export function descriptionFault(description: string): string | undefined {
	return [...description].length > MAX_DESCRIPTION_LENGTH
		? namingText.tooLong(MAX_DESCRIPTION_LENGTH)
		: undefined;
}
