import type { DeliveryDeps } from "#jobs/delivery/delivery-deps.ts";

/** Where nobody is told of anything. */
export const noDelivery: DeliveryDeps = {
  publicUrl: "https://bergwatch.example",
  openChannel: async () => await Promise.resolve({ fingerprint: "none", send: null, fault: "Tests send nothing." }),
  readReview: async () => await Promise.resolve(null),
};
