type Properties = Readonly<Record<string, unknown>>;

/** Whether both have the same properties, but those of these names. */
export function isSame(one: object, other: object, without: readonly string[] = []): boolean {
	if (one === other) return true;
	const [properties, others] = [one as Properties, other as Properties];
	for (const name in properties)
		if (!Object.is(properties[name], others[name]) && !without.includes(name)) return false;
	for (const name in others) if (!(name in properties)) return false;
	return true;
}
