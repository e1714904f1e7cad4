/* trusted.js: the pages' policy (Trusted Types) takes addresses of scripts only from a policy of its own. */
let policy;

export function scriptAddress(url) {
  const types = globalThis.trustedTypes;
  if (types === undefined) return String(url);
  policy ??= types.createPolicy("talon", { createScriptURL: (address) => address });
  return policy.createScriptURL(String(url));
}
