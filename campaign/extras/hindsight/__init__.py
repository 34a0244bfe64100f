"""What a seat could have reached with the same cards in the same order."""

from campaign.extras.extra import Extra

EXTRA = Extra("hindsight")
